// The filter: a piece stays while its name, its component or a column that changed holds what is typed. The page may put
// other cards in the place of those that stand on it.
"use strict";
const sift = () => {
  const field = document.querySelector("[data-sift]");
  if (!field) return;
  field.closest(".field").hidden = false;
  const wanted = field.value.trim().toLowerCase();
  const cards = [...document.querySelectorAll(".pair-card")];
  for (const card of cards) card.hidden = !card.dataset.words.includes(wanted);
  if (wanted) for (const group of document.querySelectorAll(".many")) group.open = true;
  const nothing = document.querySelector(".nothing[data-none]");
  if (nothing) nothing.hidden = cards.length === 0 || cards.some((card) => !card.hidden);
};
document.addEventListener("input", (event) => { if (event.target.matches("[data-sift]")) sift(); });
document.addEventListener("renewed", sift);
sift();

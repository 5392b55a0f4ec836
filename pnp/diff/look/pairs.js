// The filter: a piece stays while its name, its component or a column that changed holds what is typed. The page may put
// other cards in the place of those that stand on it.
"use strict";
let before = null;   // which groups stood open before something was typed
const sift = () => {
  const field = document.querySelector("[data-sift]");
  if (!field) return;
  const wanted = field.value.trim().toLowerCase();
  const cards = [...document.querySelectorAll(".pair-card")];
  for (const card of cards) card.hidden = !card.dataset.words.includes(wanted);
  const groups = [...document.querySelectorAll(".many")];
  if (wanted) {
    before ??= groups.map((group) => group.open);
    for (const group of groups) group.open = true;
  } else if (before) {
    groups.forEach((group, number) => { group.open = before[number] ?? false; });
    before = null;
  }
  const nothing = document.querySelector(".nothing[data-none]");
  const seen = [...cards, ...document.querySelectorAll(".pairs > .nothing")].some((one) => one.checkVisibility());
  if (nothing) nothing.hidden = !wanted || seen;
};
document.addEventListener("input", (event) => { if (event.target.matches("[data-sift], [name=k], [name=l]")) sift(); });
document.addEventListener("refreshed", sift);
sift();

// The filter: a piece stays while its name, its component or a column that changed holds what is typed.
"use strict";
const field = document.querySelector(".field");
const cards = [...document.querySelectorAll(".pair-card")];
const nothing = document.querySelector(".nothing");
field.hidden = false;
field.querySelector("input").addEventListener("input", (event) => {
  const wanted = event.target.value.trim().toLowerCase();
  for (const card of cards) card.hidden = !card.dataset.words.includes(wanted);
  for (const group of document.querySelectorAll(".many")) group.open = Boolean(wanted);
  nothing.hidden = cards.length === 0 || cards.some((card) => !card.hidden);
});

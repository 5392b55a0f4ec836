// Before anything is drawn: the page as light or dark as it was left, and the mark of a page whose scripts run.
const left = localStorage.getItem("theme");
if (left) document.documentElement.dataset.theme = left;
document.documentElement.classList.add("scripted");

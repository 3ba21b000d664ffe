"use strict";
document.documentElement.classList.add("scripted");

// Tables are sorted by the column whose heading is pressed; pressed again, the other way round.
for (const table of document.querySelectorAll("table.sortable")) {
  const headings = [...table.tHead.rows[0].cells];
  headings.forEach((heading, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = heading.textContent;
    heading.replaceChildren(button);
    button.addEventListener("click", () => {
      const down = heading.getAttribute("aria-sort") === "ascending";
      headings.forEach(other => other.removeAttribute("aria-sort"));
      heading.setAttribute("aria-sort", down ? "descending" : "ascending");
      const key = row => row.cells[column].dataset.order ?? row.cells[column].textContent;
      const order = (one, other) => one.cells[column].classList.contains("number")
        ? key(one) - key(other) : key(one).localeCompare(key(other));
      const rows = [...table.tBodies[0].rows].sort((one, other) => down ? order(other, one) : order(one, other));
      table.tBodies[0].append(...rows);
    });
  });
}

// Of what can be chosen from, one is shown; all of them on paper.
for (const select of document.querySelectorAll(".chooser select")) {
  const choose = () => {
    for (const option of select.options) document.getElementById(option.value).hidden = !option.selected;
  };
  select.addEventListener("change", choose);
  choose();
}

// On paper nothing can be opened.
const closed = () => document.querySelectorAll("details:not([open])");
let opened = [];
addEventListener("beforeprint", () => { opened = [...closed()]; for (const one of opened) one.open = true; });
addEventListener("afterprint", () => { for (const one of opened) one.open = false; });

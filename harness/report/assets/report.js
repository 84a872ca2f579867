// Filters of the list of episodes, and the keyboard on both kinds of page.
"use strict";

const rows = [...document.querySelectorAll(".episodes tbody tr")];
const fields = ["status", "site", "difficulty", "category", "template", "end"].map((id) => document.getElementById(id));
const together = document.getElementById("together");
const search = document.getElementById("search");

function filter() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const tasks = new Set(); // of the rows that are shown so far
  for (const row of rows) {
    const text = row.textContent.toLowerCase();
    const fits = fields.every((f) => !f.value || row.dataset[f.id].split(" ").includes(f.value));
    const trial = together?.checked && tasks.has(row.dataset.task);
    row.hidden = trial || !fits || !words.every((word) => text.includes(word));
    if (!row.hidden) tasks.add(row.dataset.task);
  }
  document.getElementById("shown").textContent = `${rows.filter((row) => !row.hidden).length} of ${rows.length}`;
}

if (search) {
  search.form.addEventListener("input", filter);
  search.form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("pageshow", filter); // after a way back the browser has put the fields as they were
  filter();
}

// The acted element's line stands in the middle of its tree, without moving the page.
for (const mark of document.querySelectorAll(".tree mark")) {
  const tree = mark.closest(".tree");
  tree.scrollTop = mark.offsetTop - tree.offsetTop - tree.clientHeight / 2;
}

// A command is copied with one press; where the browser does not let a file do that, it is marked to be copied.
for (const button of document.querySelectorAll("button[data-copies]")) {
  button.addEventListener("click", async () => {
    const text = document.getElementById(button.dataset.copies);
    getSelection().selectAllChildren(text);
    try { await navigator.clipboard.writeText(text.textContent); button.textContent = "copied"; } catch { button.textContent = "marked: copy it"; }
  });
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const typing = ["INPUT", "SELECT", "TEXTAREA"].includes(event.target.tagName);
  if (typing) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  const way = { n: "next", p: "prev", u: "up" }[event.key];
  const link = way && document.querySelector(`nav a[rel=${way}]`);
  if (link) {
    link.click();
  } else if (event.key === "/" && search) {
    event.preventDefault();
    search.focus();
  } else if (event.key === "j" || event.key === "k") {
    const stops = search
      ? rows.filter((row) => !row.hidden).map((row) => row.querySelector("a"))
      : [...document.querySelectorAll(".step")];
    const at = stops.findIndex((stop) => stop.contains(document.activeElement));
    const next = stops[Math.min(Math.max(at + (event.key === "j" ? 1 : -1), 0), stops.length - 1)];
    if (next) {
      next.focus();
      next.scrollIntoView({ block: search ? "nearest" : "start" });
    }
  }
});

"use strict";
// A calculator: numbers, + - * / ^, brackets, percent. The grammar is read by hand, nothing is evaluated as a script.

const KEPT = 50;
const STORE = "calculations";

function tokens(text) {
  const plain = text.replace(/[\s,€$£_]/g, "").replace(/[×·x]/g, "*").replace(/[÷:]/g, "/").replace(/[−–]/g, "-");
  const found = plain.match(/\d+\.?\d*|\.\d+|[-+*/^()%]/g) || [];
  if (found.join("") !== plain) throw new Error("I do not understand this.");
  return found;
}

// sum: product (+|- product)*; product: power (*|/ power)*; power: sign [^ power]; sign: -sign | value %*
function evaluate(text) {
  const list = tokens(text);
  let at = 0;
  const next = (...wanted) => (wanted.includes(list[at]) ? list[at++] : null);

  function value() {
    if (next("(")) {
      const inside = sum();
      if (!next(")")) throw new Error("A bracket is missing.");
      return inside;
    }
    const number = Number(list[at]);
    if (list[at] === undefined || Number.isNaN(number)) throw new Error("A number is missing.");
    at += 1;
    return number;
  }
  function percent() {
    let found = value();
    while (next("%")) found /= 100;
    return found;
  }
  function power() {
    const base = percent();
    return next("^") ? base ** sign() : base;
  }
  function sign() {
    if (next("-")) return -sign();
    if (next("+")) return sign();
    return power();
  }
  function product() {
    let found = sign();
    for (let operator = next("*", "/"); operator; operator = next("*", "/")) {
      const other = sign();
      if (operator === "/" && other === 0) throw new Error("Nothing can be divided by zero.");
      found = operator === "*" ? found * other : found / other;
    }
    return found;
  }
  function sum() {
    let found = product();
    for (let operator = next("+", "-"); operator; operator = next("+", "-")) {
      found = operator === "+" ? found + product() : found - product();
    }
    return found;
  }

  const found = sum();
  if (at < list.length) throw new Error("I do not understand this.");
  if (!Number.isFinite(found)) throw new Error("That is too large.");
  // twelve digits hide what binary fractions add: 0.1 + 0.2 is 0.3
  return Number(found.toPrecision(12));
}

function history() {
  try {
    return JSON.parse(localStorage.getItem(STORE)) || [];
  } catch {
    return [];
  }
}

function keep(list) {
  localStorage.setItem(STORE, JSON.stringify(list.slice(0, KEPT)));
}

document.addEventListener("DOMContentLoaded", () => {
  const field = document.getElementById("expression");
  const result = document.getElementById("result");
  const list = document.getElementById("history");
  const clear = document.getElementById("clear-history");

  function show() {
    const lines = history();
    list.replaceChildren(
      ...lines.map(({ expression, answer }) => {
        const line = document.createElement("li");
        const text = document.createElement("span");
        text.textContent = `${expression} = ${answer}`;
        const use = document.createElement("button");
        use.type = "button";
        use.textContent = "Use";
        use.setAttribute("aria-label", `Use ${answer}`);
        use.addEventListener("click", () => insert(String(answer)));
        line.append(text, use);
        return line;
      }),
    );
    clear.hidden = !lines.length;
    document.getElementById("no-history").hidden = lines.length > 0;
  }

  function insert(text) {
    const from = field.selectionStart ?? field.value.length;
    field.setRangeText(text, from, field.selectionEnd ?? from, "end");
    field.focus();
  }

  function say(text, wrong) {
    result.textContent = text;
    result.classList.toggle("wrong", wrong);
  }

  document.getElementById("calculator").addEventListener("submit", (event) => {
    event.preventDefault();
    const expression = field.value.trim();
    if (!expression) return;
    try {
      const answer = evaluate(expression);
      say(String(answer), false);
      keep([{ expression, answer }, ...history()]);
      show();
    } catch (error) {
      say(error.message, true);
    }
  });

  for (const key of document.querySelectorAll("[data-key]")) {
    key.addEventListener("click", () => {
      if (key.dataset.key === "C") {
        field.value = "";
        say("0", false);
        field.focus();
      } else if (key.dataset.key === "⌫") {
        field.value = field.value.slice(0, -1);
        field.focus();
      } else {
        insert(key.dataset.key);
      }
    });
  }

  clear.addEventListener("click", () => {
    keep([]);
    show();
  });
  addEventListener("storage", show);
  show();
});

// Follows the choice of a variant: price, availability and picture of the combination. Everything works without it.
(function () {
  "use strict";
  const form = document.querySelector("form[data-variants]");
  if (!form) return;
  const variants = JSON.parse(document.getElementById(form.dataset.variants).textContent);
  const selects = Array.from(form.querySelectorAll("select[name^=option_]"));
  const price = document.getElementById("price"), stock = document.getElementById("availability");
  const picture = document.getElementById("product-picture");
  const before = { price: price.innerHTML, stock: stock.textContent, picture: picture.getAttribute("src") };
  const euro = (text) => "€" + Number(text).toLocaleString("en-GB", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  function show() {
    if (selects.some((select) => !select.value)) {
      price.innerHTML = before.price; stock.textContent = before.stock; picture.src = before.picture;
      return;
    }
    const found = variants.find((v) => selects.every((s) => v.options[s.name.slice(7)] === s.value));
    if (!found) { price.textContent = ""; stock.textContent = "This combination is not available"; return; }
    const strong = document.createElement("strong");
    strong.textContent = euro(found.price);
    price.replaceChildren(strong);
    if (found.list_price) {
      const old = document.createElement("s"), saving = document.createElement("span");
      old.textContent = "List price " + euro(found.list_price);
      saving.className = "saving"; saving.textContent = found.discount + "% off";
      price.append(" ", old, " ", saving);
    }
    stock.textContent = found.availability;
    stock.classList.toggle("out", found.stock <= 0);
    picture.src = found.picture ? "/media/" + found.picture : before.picture;
  }
  selects.forEach((select) => select.addEventListener("change", show));
})();

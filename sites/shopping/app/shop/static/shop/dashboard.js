// The few things that Oscar's dashboard templates leave to a script.
(function () {
  "use strict";
  document.addEventListener("click", function (event) {
    const remove = event.target.closest("[data-behaviours~=remove]");
    if (remove) {
      event.preventDefault();
      const row = remove.closest("tr"), form = remove.closest("form");
      form.querySelectorAll("tbody input[type=checkbox]").forEach((box) => { box.checked = row.contains(box); });
      form.submit();
    }
    const all = event.target.closest("[data-behaviours~=select-all], .select-all");
    if (all) {
      all.closest("table").querySelectorAll("tbody input[type=checkbox]").forEach((box) => { box.checked = all.checked; });
    }
  });
})();

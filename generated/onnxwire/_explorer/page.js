// Copied by wiregen from templates/runtime/_explorer/page.js; do not edit.
"use strict";
(() => {
  const body = document.body;
  const box = document.getElementById("rows");
  const rows = [...document.querySelectorAll("#rows tr[data-o]")];
  const findings = [...document.querySelectorAll(".findings li[data-o]")];
  const byteAt = new Map();
  for (const cell of document.querySelectorAll(".bytes i")) byteAt.set(Number(cell.dataset.o), cell);
  const said = document.getElementById("said");
  let chosen = -1;
  let finding = -1;
  body.classList.add("scripted");

  const place = (row, name) => (row.dataset[name] || "").split(",").filter(Boolean).map(Number);

  function outline(row, isOn) {
    for (const name of ["t", "l", "v"]) {
      const [start, size] = place(row, name);
      if (start === undefined) continue;
      for (let offset = start; offset < start + size && byteAt.has(offset); offset += 1) {
        byteAt.get(offset).classList.toggle(name, isOn);
      }
    }
  }

  function choose(index, scrollsBytes = true) {
    if (index < 0 || index >= rows.length) return;
    if (chosen >= 0) {
      outline(rows[chosen], false);
      rows[chosen].classList.remove("chosen");
      rows[chosen].removeAttribute("aria-selected");
    }
    chosen = index;
    const row = rows[index];
    outline(row, true);
    row.classList.add("chosen");
    row.setAttribute("aria-selected", "true");
    row.scrollIntoView({ block: "nearest" });
    box.setAttribute("aria-activedescendant", row.id);
    const first = byteAt.get(Number(row.dataset.o));
    if (first && scrollsBytes) first.scrollIntoView({ block: "nearest" });
    said.textContent = row.dataset.p || "";
  }

  // The deepest row that holds a byte is the last one that does: rows are in the order of the bytes.
  function rowAt(offset) {
    let found = -1;
    rows.forEach((row, index) => {
      const [valueStart, valueSize] = place(row, "v");
      const stop = valueStart === undefined ? Number(row.dataset.o) + 1 : valueStart + valueSize;
      if (Number(row.dataset.o) <= offset && offset < stop) found = index;
    });
    return found;
  }

  function nextFinding(step) {
    if (!findings.length) return;
    if (finding >= 0) findings[finding].classList.remove("chosen");
    finding = (finding + step + findings.length) % findings.length;
    findings[finding].classList.add("chosen");
    findings[finding].scrollIntoView({ block: "nearest" });
    choose(rowAt(Number(findings[finding].dataset.o)));
  }

  function goTo(text) {
    const offset = Number(text);
    const index = Number.isInteger(offset) && text !== "" ? rowAt(offset) : -1;
    if (index < 0) said.textContent = `no row holds ${text}`;
    else choose(index);
  }

  function find(text) {
    const wanted = text.toLowerCase();
    for (let step = 1; wanted && step <= rows.length; step += 1) {
      const index = (Math.max(chosen, -1) + step) % rows.length;
      if (rows[index].textContent.toLowerCase().includes(wanted)) return choose(index);
    }
    said.textContent = `${text} is in no row`;
  }

  box.addEventListener("click", (event) => {
    const row = event.target.closest("tr[data-o]");
    if (row) choose(rows.indexOf(row));
  });
  document.getElementById("bytes").addEventListener("click", (event) => {
    const cell = event.target.closest("i[data-o]");
    if (cell) choose(rowAt(Number(cell.dataset.o)), false);
  });
  for (const item of findings) {
    item.addEventListener("click", () => choose(rowAt(Number(item.dataset.o))));
  }
  const fields = { g: document.getElementById("go"), f: document.getElementById("find") };
  fields.g.addEventListener("keydown", (event) => { if (event.key === "Enter") goTo(event.target.value.trim()); });
  fields.f.addEventListener("keydown", (event) => { if (event.key === "Enter") find(event.target.value); });
  document.getElementById("previous").addEventListener("click", () => nextFinding(-1));
  document.getElementById("next").addEventListener("click", () => nextFinding(1));

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.tagName === "INPUT") {
      if (event.key === "Escape") box.focus();
      return;
    }
    const steps = { ArrowDown: 1, ArrowUp: -1, ArrowRight: 1, ArrowLeft: -1 };
    if (event.key in steps) choose(Math.min(Math.max(chosen + steps[event.key], 0), rows.length - 1));
    else if (event.key === "]") nextFinding(1);
    else if (event.key === "[") nextFinding(-1);
    else if (event.key in fields) fields[event.key].focus();
    else return;
    event.preventDefault();
  });
})();

// Two small calculators: what a version number says, and what bytes a tag has. Without this
// script, the tables beside them say the same of some numbers.
(() => {
  const bytes = (data) =>
    data.map((byte) => byte.toString(16).toUpperCase().padStart(2, "0")).join(" ");

  function varint(value) {
    const data = [];
    for (; value > 0x7fn; value >>= 7n) data.push(Number(value & 0x7fn) | 0x80);
    return [...data, Number(value)];
  }

  function version(written) {
    const text = written.trim().replaceAll("_", "");
    if (!/^(0x[0-9a-f]+|-?\d+)$/i.test(text))
      return "Write a number: 65536, or 0x0001000200000003.";
    const number = BigInt(text);
    if (number >= 1n << 64n || number < -(1n << 63n)) return "That is more than eight bytes.";
    const value = BigInt.asUintN(64, number);
    const parts = [value >> 48n, (value >> 32n) & 0xffffn, value & 0xffffffffn];
    const said = value >> 32n ? `version ${parts.join(".")}` : `simple number ${value}`;
    const all = `0x${value.toString(16).toUpperCase().padStart(16, "0")}`;
    const digits = /^0x/i.test(text) ? text.length - 2 : 16;
    const slip = digits < 16 ? ` It has ${digits} digits, and eight bytes take 16: is one missing?` : "";
    return (
      `${all}: ${said}; as int64 ${BigInt.asIntN(64, value)},` +
      ` as varint ${bytes(varint(value))}.${slip}`
    );
  }

  const kinds = ["VARINT", "I64", "LEN", "SGROUP", "EGROUP", "I32"];

  function tag(written) {
    const parts = written.trim().split(/[\s,]+/);
    const kind = kinds.indexOf((parts[1] ?? "").toUpperCase());
    if (parts.length === 2 && /^\d+$/.test(parts[0]) && kind >= 0) {
      const number = BigInt(parts[0]);
      if (number < 1n || number >= 1n << 29n) return "Field numbers go from 1 to 536870911.";
      return `Field ${number} with ${kinds[kind]}: ${bytes(varint((number << 3n) | BigInt(kind)))}.`;
    }
    const data = parts.map((part) => (/^[0-9a-f]{2}$/i.test(part) ? parseInt(part, 16) : NaN));
    if (data.some(Number.isNaN)) return "Write the bytes of a tag: A0 01; or a number and a type: 20 VARINT.";
    const end = data.findIndex((byte) => byte < 0x80);
    if (end < 0) return "The last byte of a tag is below 80: more must follow.";
    if (end > 4) return "A tag has five bytes at most.";
    const value = data.slice(0, end + 1).reduceRight((sum, byte) => sum * 128 + (byte & 0x7f), 0);
    const [number, type] = [Math.floor(value / 8), value % 8];
    if (type > 5) return `There is no wire type ${type}.`;
    if (number < 1) return "There is no field number 0.";
    const rest = data.length - end - 1;
    return `Field ${number} with ${kinds[type]}${rest ? `; ${rest} more bytes follow` : ""}.`;
  }

  function offer(id, label, start, answer) {
    const place = document.getElementById(id);
    const heading = place && place.closest("p") && place.closest("p").nextElementSibling;
    if (!heading) return;
    const box = document.createElement("p");
    box.className = "calculator";
    const name = document.createElement("label");
    const field = document.createElement("input");
    const output = document.createElement("output");
    name.append(`${label} `, field);
    field.value = start;
    field.spellcheck = false;
    const show = () => (output.textContent = answer(field.value));
    field.addEventListener("input", show);
    // The theme takes single letters for shortcuts.
    field.addEventListener("keydown", (event) => event.stopPropagation());
    box.append(name, output);
    heading.after(box);
    show();
  }

  const page = location.pathname.split("/").pop();
  if (page === "versions.html")
    offer("s.decoder", "Decode a number:", "0x0001000200000003", version);
  if (page === "wire-format.html") offer("s.wire", "Take a tag apart, or make one:", "A0 01", tag);
})();

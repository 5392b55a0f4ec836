// Photographs are made smaller before they are sent, turned as they were held; then they go. What cannot be made
// smaller here goes as it is.

const LONGEST = 2000; // pixels along the longer side: more tells the reader nothing
const QUALITY = 0.88;
const AGAIN = 2000; // milliseconds until a server that was not found is looked for again

async function shrunk(file) {
  const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  const share = Math.min(1, LONGEST / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(bitmap.width * share);
  canvas.height = Math.round(bitmap.height * share);
  canvas.getContext("2d").drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
  return new File([blob], "photo.jpg", { type: "image/jpeg" });
}

// A browser that finds no server shows a page of its own in place of this one, and the pictures are gone. So they go out
// once there is a link, and news of the table leave the page as it is until then.
async function linked(form, small) {
  const { table, seq, waits } = document.body.dataset;
  document.body.dataset.once = "";
  const found = () => fetch(`/t/${table}/since?after=${seq}`, { cache: "no-store" }).then((answer) => answer.ok, () => false);
  const said = small?.textContent;
  while (form.isConnected && !(await found())) {
    if (small) small.textContent = waits;
    await new Promise((done) => setTimeout(done, AGAIN));
  }
  if (small) small.textContent = said;
}

const met = new WeakSet();

async function chosen(input) {
  if (input.type !== "file" || !input.files.length || met.has(input.files[0])) return;
  met.add(input.files[0]);
  const small = input.parentElement.querySelector("[data-reading]");
  if (small) small.textContent = small.dataset.reading;
  try {
    const held = new DataTransfer();
    for (const file of input.files) held.items.add(await shrunk(file));
    input.files = held.files;
  } catch { /* as it is */ }
  const { form } = input;
  await linked(form, small);
  if (form.isConnected) form.submit();
}

addEventListener("change", (event) => chosen(event.target));
// Whoever was quicker than this script has chosen by now. (Nothing else is there: forms are not filled in again.)
for (const input of document.querySelectorAll("input[type=file]")) chosen(input);

// What was read so far goes with the key that asks for one more photograph: it, too, waits for a link.
let asked = null;
addEventListener("submit", async (event) => {
  const { target: form, submitter: key } = event;
  if (!key?.formTarget || asked === form) return;
  event.preventDefault();
  await linked(form, key.querySelector("small"));
  asked = form;
  if (form.isConnected) form.requestSubmit(key);
  asked = null;
});

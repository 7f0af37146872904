import "agent-todos/element";

export async function showGerman(address: URL) {
  // The file agent-todos/labels/de.json.
  const response = await fetch(address);
  const element = document.querySelector("agent-todos");
  if (element) element.labels = await response.json();
}

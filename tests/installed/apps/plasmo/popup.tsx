import "./panel";

export default function Popup() {
	return null;
}

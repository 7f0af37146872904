import { createRoot } from "react-dom/client";
import { Chat } from "./chat.tsx";

createRoot(document.body).render(<Chat chat="ann" />);

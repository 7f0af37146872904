import { answerCalls } from "../list";

export default defineBackground(answerCalls);

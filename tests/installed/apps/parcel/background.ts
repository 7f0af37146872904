import { answerCalls } from "./list";

answerCalls();

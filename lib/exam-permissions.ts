import type { examRoutes } from "../domain/exam/exam-routes.ts";
import { type HandlerPermissions, learnerCallCountPermissions } from "./handler-permissions.ts";

export const examPermissions: Record<keyof typeof examRoutes, HandlerPermissions> = {
  "list-exam-attempts": {
    area: "Mock exams",
    impact: "Learners do not see the mock exams that they took in another browser.",
    tables: { exam_attempts: ["Query"] },
  },
  "save-exam-attempt": {
    area: "Mock exams",
    impact: "Learners' mock exams are saved only in the browser in which they took them.",
    tables: { ...learnerCallCountPermissions, exam_attempts: ["GetItem", "UpdateItem", "DeleteItem"] },
    eventBus: true,
  },
  "delete-exam-attempt": {
    area: "Mock exams",
    impact: "Mock exams that learners delete disappear only in the browser in which they delete them.",
    tables: {
      ...learnerCallCountPermissions,
      exam_attempts: ["GetItem", "UpdateItem", "DeleteItem", "Query", "BatchWriteItem"],
    },
    eventBus: true,
  },
  "list-exam-markings": {
    area: "Mock exams",
    impact: "Learners do not see the markings of their mock exams from other browsers.",
    tables: { exam_attempts: ["GetItem", "Query"] },
  },
  "mark-exam-attempt": {
    area: "Mock exams",
    impact: "Learners' markings of mock exams are saved only in the browser in which they made them.",
    tables: { ...learnerCallCountPermissions, exam_attempts: ["GetItem", "PutItem", "UpdateItem", "DeleteItem"] },
    eventBus: true,
  },
  "delete-exam-marking": {
    area: "Mock exams",
    impact: "Markings that learners delete disappear only in the browser in which they delete them.",
    tables: { ...learnerCallCountPermissions, exam_attempts: ["GetItem", "UpdateItem", "DeleteItem"] },
    eventBus: true,
  },
};

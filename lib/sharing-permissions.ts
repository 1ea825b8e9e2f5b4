import type { guestRoutes } from "../domain/sharing/guest-routes.ts";
import type { inboxRoutes } from "../domain/sharing/inbox-routes.ts";
import type { shareRoutes } from "../domain/sharing/share-routes.ts";
import { callCountPermissions, type HandlerPermissions, learnerCallCountPermissions } from "./handler-permissions.ts";

/** If the link is a teacher's, the handler also reads the teacher's inbox. */
const linkPermissions = { share_links: ["GetItem"], shares: ["GetItem"], inboxes: ["GetItem"] } as const;

export const sharingPermissions: Record<
  keyof (typeof shareRoutes & typeof guestRoutes & typeof inboxRoutes),
  HandlerPermissions
> = {
  "create-share": {
    area: "Feedback",
    impact: "Learners cannot ask for feedback by a link.",
    tables: {
      ...learnerCallCountPermissions,
      shares: ["GetItem", "PutItem", "UpdateItem", "DeleteItem", "Query"],
      share_links: ["PutItem", "DeleteItem"],
      inboxes: ["GetItem", "PutItem", "DeleteItem"],
      subscriptions: ["GetItem"],
    },
  },
  "list-shares": {
    area: "Feedback",
    impact: "Learners do not see their links, and cannot end one.",
    tables: { shares: ["GetItem", "Query"] },
  },
  "get-share": {
    area: "Feedback",
    impact: "Learners do not see the comments that they received.",
    tables: { shares: ["GetItem", "Query"] },
    sharedAudioAddresses: true,
  },
  "request-uploads": {
    area: "Feedback",
    impact: "Learners cannot upload the recordings that they share, so guests hear nothing.",
    tables: { ...learnerCallCountPermissions, shares: ["GetItem"] },
    sharedAudioForms: true,
  },
  "change-share": {
    area: "Feedback",
    impact: "Learners can neither block nor replace a link.",
    tables: {
      ...learnerCallCountPermissions,
      shares: ["GetItem", "UpdateItem"],
      share_links: ["PutItem", "DeleteItem"],
    },
    eventBus: true,
  },
  "revoke-share": {
    area: "Feedback",
    impact: "Learners cannot end a link, and its recordings stay until it expires.",
    tables: {
      ...learnerCallCountPermissions,
      shares: ["GetItem", "PutItem", "UpdateItem", "DeleteItem", "Query", "BatchWriteItem"],
      share_links: ["DeleteItem"],
      inboxes: ["DeleteItem"],
    },
    indexes: { share_links: ["by_share"] },
    eventBus: true,
    sharedAudioListing: true,
    sharedAudioRemoval: true,
  },
  "delete-share-comment": {
    area: "Feedback",
    impact: "Learners cannot delete a comment that they received.",
    tables: { ...learnerCallCountPermissions, shares: ["GetItem", "UpdateItem", "DeleteItem"] },
    eventBus: true,
    sharedAudioRemoval: true,
  },
  "set-feedback-email": {
    area: "Feedback",
    impact: "Learners cannot turn off the emails about feedback.",
    tables: { ...learnerCallCountPermissions, shares: ["UpdateItem", "DeleteItem"] },
  },
  "leave-teacher": {
    area: "Feedback",
    impact: "Learners cannot end a teacher's access to their links.",
    tables: {
      ...learnerCallCountPermissions,
      shares: ["UpdateItem", "DeleteItem"],
      share_links: ["DeleteItem"],
      inboxes: ["Query", "DeleteItem"],
    },
  },
  "open-share": {
    area: "Feedback",
    impact: "Learners get no feedback, because nobody can open their links.",
    tables: {
      ...linkPermissions,
      ...callCountPermissions,
      shares: ["GetItem", "Query"],
      inboxes: ["GetItem", "UpdateItem"],
      exam_attempts: ["GetItem"],
    },
    contentSigning: true,
    sharedAudioAddresses: true,
  },
  "save-guest-comment": {
    area: "Feedback",
    impact: "Learners get no comments, because those of guests are not saved.",
    tables: {
      ...linkPermissions,
      ...callCountPermissions,
      shares: ["GetItem", "UpdateItem", "DeleteItem"],
      inboxes: ["GetItem", "UpdateItem"],
      closed_accounts: ["GetItem"],
    },
    eventBus: true,
    sharedAudioForms: true,
    sharedAudioAddresses: true,
    sharedAudioRemoval: true,
  },
  "delete-guest-writing": {
    area: "Feedback",
    impact: "Nobody who commented by a link can delete their comments.",
    tables: {
      ...linkPermissions,
      ...callCountPermissions,
      shares: ["GetItem", "Query", "UpdateItem", "DeleteItem"],
      exam_attempts: ["GetItem", "UpdateItem", "DeleteItem"],
    },
    eventBus: true,
    sharedAudioRemoval: true,
  },
  "mark-shared-exam": {
    area: "Feedback",
    impact: "Learners get no markings of guests, because they are not saved.",
    tables: {
      ...linkPermissions,
      ...callCountPermissions,
      shares: ["GetItem", "UpdateItem", "DeleteItem"],
      inboxes: ["GetItem", "UpdateItem"],
      exam_attempts: ["GetItem", "PutItem", "UpdateItem", "DeleteItem"],
      closed_accounts: ["GetItem"],
    },
    eventBus: true,
  },
  "report-share": {
    area: "Feedback",
    impact: "Nobody can report a link that is abused.",
    tables: { ...linkPermissions, ...callCountPermissions, shares: ["GetItem", "UpdateItem"] },
    supportMail: true,
  },
  "add-reusable-comment": {
    area: "Feedback",
    impact: "Nobody can save reusable comments for answers to learners.",
    tables: {
      ...linkPermissions,
      ...callCountPermissions,
      inboxes: ["GetItem", "PutItem", "DeleteItem"],
      closed_accounts: ["GetItem"],
    },
  },
  "get-inbox": {
    area: "Feedback",
    impact: "Teachers do not see the links that learners shared with them.",
    tables: { inboxes: ["Query"] },
  },
  "keep-share": {
    area: "Feedback",
    impact: "Teachers cannot put the link of a learner into their inbox.",
    tables: {
      ...learnerCallCountPermissions,
      ...linkPermissions,
      shares: ["GetItem", "PutItem", "UpdateItem", "DeleteItem", "Query"],
      inboxes: ["GetItem", "PutItem", "DeleteItem", "Query"],
      profiles: ["GetItem"],
    },
  },
  "open-inbox-share": {
    area: "Feedback",
    impact: "Teachers cannot open the links of learners in their inbox.",
    tables: {
      ...learnerCallCountPermissions,
      share_links: ["PutItem", "DeleteItem"],
      shares: ["GetItem"],
      inboxes: ["GetItem", "UpdateItem"],
    },
  },
  "remove-inbox-share": {
    area: "Feedback",
    impact: "Teachers cannot remove the link of a learner from their inbox.",
    tables: {
      ...learnerCallCountPermissions,
      share_links: ["DeleteItem"],
      shares: ["UpdateItem"],
      inboxes: ["GetItem", "DeleteItem"],
    },
  },
  "remove-learner": {
    area: "Feedback",
    impact: "Teachers cannot remove a learner from their inbox.",
    tables: {
      ...learnerCallCountPermissions,
      shares: ["UpdateItem", "DeleteItem"],
      share_links: ["DeleteItem"],
      inboxes: ["Query", "DeleteItem"],
    },
  },
};

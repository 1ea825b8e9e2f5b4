import { parseLinkFragment } from "../../domain/sharing/link-token.ts";
import { clearEndedShare, type EndServices } from "../../lambdas/sharing/end-share.ts";
import { hashToken, type ShareLinkStore } from "../../lambdas/store/share-links.ts";
import type { ShareKey } from "../../lambdas/store/share-rows.ts";
import type { ShareStore } from "../../lambdas/store/shares.ts";
import { createCommand, UsageError } from "../command-line/command.ts";
import { CommandError } from "../command-line/explain-error.ts";
import type { Terminal } from "../command-line/terminal.ts";
import { describeShare } from "./describe-share.ts";

export type TakeDownServices = EndServices & {
  shareLinks: Pick<ShareLinkStore, "find" | "findOwner">;
  shares: Pick<ShareStore, "get" | "changeState" | "finishExpiry">;
  /** Null if the learner has no profile. */
  emailOf: (userId: string) => Promise<string | null>;
  now: () => Date;
};

type NamedShare = { shareId: string } | { link: string };

function tokenOf(link: string): string {
  const token = parseLinkFragment(link.slice(link.indexOf("#") + 1));
  if (token === null)
    throw new CommandError("This is no link of a share: give the whole address with the part after #.");
  return token;
}

async function findShare(named: NamedShare, { shareLinks }: TakeDownServices): Promise<ShareKey | null> {
  if ("link" in named) {
    const found = await shareLinks.find(hashToken(tokenOf(named.link)));
    return found && { userId: found.user_id, shareId: found.share_id };
  }
  const userId = await shareLinks.findOwner(named.shareId);
  return userId === null ? null : { userId, shareId: named.shareId };
}

/**
 * A repeated call completes an interrupted one.
 * @returns the exit code
 * @throws CommandError, for example if there is no such share
 */
export async function takeDown(named: NamedShare, services: TakeDownServices, terminal: Terminal): Promise<number> {
  const key = await findShare(named, services);
  const share = key && (await services.shares.get(key));
  if (!key || !share) {
    throw new CommandError("There is no such share: it may be deleted. Check the stage, and the whole id or link.");
  }
  for (const line of describeShare(share, await services.emailOf(key.userId))) terminal.print(line);
  if (!(await terminal.confirm("End this link for everybody and delete its recordings?"))) {
    terminal.print("Nothing has changed.");
    return 1;
  }
  // A teacher may have kept the share since it was read above. After the change, no teacher can.
  const changed = await services.shares.changeState(key, ["open", "blocked", "revoked"], "taken-down");
  const now = services.now();
  await clearEndedShare(key, changed ?? share, now, services);
  terminal.print(`Taken down ${now.toISOString()}. Keep this output with the report.`);
  return 0;
}

export function createTakeDownCommand(
  connect: (stage: string) => Promise<TakeDownServices>,
  terminal?: (agrees: boolean) => Terminal,
) {
  return createCommand(
    {
      usage: "npm run take-down -- --stage NAME (--share ID | --link URL) [--yes]",
      positionals: 0,
      ...(terminal ? { terminal } : {}),
    },
    { stage: { type: "string" }, share: { type: "string" }, link: { type: "string" }, yes: { type: "boolean" } },
    async ({ values: { stage, share, link } }, user) => {
      if (!stage || (share === undefined) === (link === undefined)) throw new UsageError();
      const named = share === undefined ? { link: link ?? "" } : { shareId: share };
      return takeDown(named, await connect(stage), user);
    },
  );
}

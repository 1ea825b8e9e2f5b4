import type { StoredShare } from "../../lambdas/store/share-rows.ts";

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;

export function describeShare(share: StoredShare, email: string | null): string[] {
  const { dialogues, recordings, guests, comments, reports } = share;
  const bytes = recordings.reduce((sum, recording) => sum + recording.bytes, 0);
  const titles = dialogues.map(({ title }) => `"${title}"`).join(", ");
  return [
    `Share      ${share.share_id}, ${share.state}`,
    `Owner      ${share.user_id}, ${email ?? "no email: the account has no profile"}`,
    `Shown as   ${share.asker}`,
    `Question   ${share.question === "" ? "none" : share.question}`,
    `Dialogues  ${titles}`,
    `Recordings ${recordings.length} with ${megabytes(bytes)}`,
    `Guests     ${Object.keys(guests).length}, with ${Object.keys(comments).length} comments`,
    `Created    ${share.created_at}`,
    `Expires    ${share.link_expires_at}`,
    ...reports.map(
      ({ reported_at, reason, unsent_id }) =>
        `Reported   ${reported_at}${unsent_id === undefined ? "" : " (email not sent)"}: ${reason}`,
    ),
    ...(reports.length === 0 ? ["Reported   never"] : []),
  ];
}

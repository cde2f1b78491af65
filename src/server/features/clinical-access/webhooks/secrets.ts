/** The secrets of a webhook, by the ids from which they are derived. The second one signs too until it ends. */
export type Secrets = { secretId: string; oldSecret: { id: string; until: Date } | null };

type SecretRow = {
  id: string;
  secret_id: string | null;
  old_secret_id: string | null;
  old_secret_until: Date | null;
};

/** Returns the secrets of a webhook. Until the first rotation the id of the secret is that of the webhook. */
export const secretsOf = ({ id, secret_id, old_secret_id, old_secret_until }: SecretRow): Secrets => ({
  secretId: secret_id ?? id,
  oldSecret:
    old_secret_id === null || old_secret_until === null
      ? null
      : { id: old_secret_id, until: old_secret_until },
});

/** Returns the ids of the secrets that sign at an instant, the newest first. */
export const secretsInForce = ({ secretId, oldSecret }: Secrets, now: Date): string[] =>
  oldSecret !== null && oldSecret.until > now ? [secretId, oldSecret.id] : [secretId];

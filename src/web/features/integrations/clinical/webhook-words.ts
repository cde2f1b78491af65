import {
  translateMessage,
  type PlainTextKey,
  type TextKey,
  type Translate,
} from '../../../../domain/i18n/texts.ts';
import type { ClinicalWebhook } from './clinical-api.ts';

const reasons: Readonly<Record<string, PlainTextKey>> = {
  private: 'clinical.webhook.reason.private',
  not_found: 'clinical.webhook.reason.notFound',
  certificate: 'clinical.webhook.reason.certificate',
  connection: 'clinical.webhook.reason.connection',
  timeout: 'clinical.webhook.reason.timeout',
  redirect: 'clinical.webhook.reason.redirect',
};

/** Returns in words why a notice was not delivered. */
export function reasonOf(t: Translate, failure: string | null): string {
  const [, status] = /^status-(\d+)$/.exec(failure ?? '') ?? [];
  if (status !== undefined) return t('clinical.webhook.reason.status', { status });
  return t(reasons[failure ?? ''] ?? 'clinical.webhook.reason.other');
}

type Moment = (instant: string) => { date: string; time: string };

/** Returns the state of a webhook in words. */
export function stateOf(t: Translate, moment: Moment, webhook: ClinicalWebhook): string {
  const { state, failure, failing_since, stopped_at, delivered_at } = webhook;
  const reason = reasonOf(t, failure);
  if (state === 'stopped' && stopped_at !== null)
    return t('clinical.webhook.stopped', { ...moment(stopped_at), reason });
  if (state === 'failing' && failing_since !== null)
    return t('clinical.webhook.failing', { ...moment(failing_since), reason });
  return delivered_at === null
    ? t('clinical.webhook.unused')
    : t('clinical.webhook.delivered', moment(delivered_at));
}

const changes: Readonly<Record<string, PlainTextKey>> = {
  signed: 'clinical.webhook.change.signed',
  changed: 'clinical.webhook.change.changed',
  restored: 'clinical.webhook.change.restored',
  locked: 'clinical.webhook.change.locked',
  unlocked: 'clinical.webhook.change.unlocked',
  withdrawn: 'clinical.webhook.change.withdrawn',
  external: 'clinical.webhook.change.external',
  'not-external': 'clinical.webhook.change.notExternal',
  papers: 'clinical.webhook.change.papers',
  archived: 'clinical.webhook.change.archived',
  removed: 'clinical.webhook.change.removed',
  returned: 'clinical.webhook.change.returned',
  moved: 'clinical.webhook.change.moved',
  'moved-in': 'clinical.webhook.change.movedIn',
  'moved-away': 'clinical.webhook.change.movedAway',
};

/** Returns a notice in words: what changed, and whether it arrived. */
export function noticeWords(
  t: Translate,
  { change, state, tries, failure }: ClinicalWebhook['notices'][number],
): { change: string; outcome: string } {
  const reason = reasonOf(t, failure);
  const outcomes: Readonly<Record<string, TextKey>> = {
    waiting: tries > 0 ? 'clinical.webhook.notice.retried' : 'clinical.webhook.notice.waiting',
    delivered: 'clinical.webhook.notice.delivered',
    left: 'clinical.webhook.notice.left',
  };
  return {
    change: t(changes[change] ?? 'clinical.webhook.change.changed'),
    outcome: translateMessage(t, outcomes[state] ?? 'clinical.webhook.notice.failed', { reason }),
  };
}

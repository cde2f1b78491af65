import { useEffect, useRef, useState } from 'react';
import { helpForm, helpTopics, topicTexts, type HelpMessage } from '../../../domain/inputs/help.ts';
import { nameOf } from '../../app/layout/account-menu/account-links.ts';
import type { SessionUser } from '../../app/person.ts';
import { useLanguage, useText } from '../../app/texts.tsx';
import { FormTextField } from '../../forms/form-fields.tsx';
import { FormSelectField, FormTextArea } from '../../forms/more-fields.tsx';
import { Form } from '../../forms/form.tsx';
import { useZodForm } from '../../forms/use-zod-form.ts';
import { Button, type StateWords } from '../../ui/buttons/button.tsx';
import { Icon } from '../../ui/drawings/icon.tsx';
import { useSubmit } from '../../forms/use-submit.ts';
import css from './help.module.css';
import { makeHelpRequests, writeToHelp } from './help-api.ts';

/** Time after which the button returns to its initial state, in milliseconds (CONST-02). */
const resetMs = 2_500;

const words: StateWords = { pending: 'common.sending', complete: 'common.sent', error: 'common.notSent' };

type Sent = { ticket: number; email: string };

/** Form to write to us; prefilled for a signed-in person. After sending, the ticket number replaces it. */
export function WriteForm({ user }: { user: SessionUser | null }) {
  const [sent, setSent] = useState<Sent | null>(null);
  return sent ? (
    <Done sent={sent} onAgain={() => setSent(null)} />
  ) : (
    <MessageForm user={user} onSent={setSent} />
  );
}

function MessageForm({ user, onSent }: { user: SessionUser | null; onSent: (sent: Sent) => void }) {
  const t = useText();
  const language = useLanguage();
  const ownName = user && !user.acting && (user.first_name || user.last_name) ? nameOf(user) : '';
  const form = useZodForm(helpForm, {
    name: ownName,
    email: user && !user.acting && !user.together ? user.email : '',
    topic: '',
    message: '',
  });
  const [requestOf] = useState(() => makeHelpRequests(() => crypto.randomUUID()));

  const send = async (message: HelpMessage) =>
    onSent({ ticket: await writeToHelp(requestOf(message, language)), email: message.email });
  const { submit, state, problems } = useSubmit(form, send, { fallback: 'error.help.sendFailed', resetMs });

  return (
    <Form form={form} onSubmit={submit} problems={problems} className={css.form}>
      <FormTextField name="name" label={t('help.form.name')} autoComplete="name" required />
      <FormTextField name="email" type="email" label={t('help.form.email')} autoComplete="email" required />
      <FormSelectField
        name="topic"
        label={t('help.form.topic')}
        empty=""
        choices={helpTopics.map((topic) => ({ value: topic, label: t(topicTexts[topic]) }))}
        required
      />
      <FormTextArea
        name="message"
        label={t('help.form.message')}
        hint={t('help.form.messageHint')}
        rows={6}
        required
      />
      <Button type="submit" state={state} words={words}>
        {t('help.form.submit')}
      </Button>
    </Form>
  );
}

/** Replaces a message that was sent. It takes the focus, because the focused element was removed. */
function Done({ sent: { ticket, email }, onAgain }: { sent: Sent; onAgain: () => void }) {
  const t = useText();
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => element.current?.focus(), []);
  return (
    <div ref={element} tabIndex={-1} className={css.done} role="status">
      <p className={css.thanks}>
        <Icon name="circle-check" />
        <b>{t('success.helpSent')}</b>
      </p>
      <p>{t('help.sent.number', { ticket, email })}</p>
      <Button variant="two" onClick={onAgain}>
        {t('help.sent.again')}
      </Button>
    </div>
  );
}

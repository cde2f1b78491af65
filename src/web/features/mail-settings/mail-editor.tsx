import { useState } from 'react';
import { buttonValue, valueList, type MailWords } from '../../../domain/mail-template.ts';
import { mailTemplateForm } from '../../../domain/inputs/mail-template.ts';
import type { Language } from '../../../domain/i18n/texts.ts';
import { useSession } from '../../app/session.tsx';
import { langOf } from '../../app/language.ts';
import { ownName, useLanguage, useText } from '../../app/texts.tsx';
import { FormTextField } from '../../forms/form-fields.tsx';
import { FormTextArea } from '../../forms/more-fields.tsx';
import { Form } from '../../forms/form.tsx';
import { Button, type StateWords } from '../../ui/buttons/button.tsx';
import { RadioCards } from '../../ui/fields/choices.tsx';
import { Modal } from '../../ui/dialogs/modal.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { adminResetMs } from '../../ui/buttons/reset-delays.ts';
import { useAction } from '../../forms/use-action.ts';
import { useSubmit } from '../../forms/use-submit.ts';
import css from './mail-settings.module.css';
import {
  previewTemplate,
  resetTemplate,
  saveTemplate,
  sendTest,
  type MailName,
  type MailPreview,
  type MailTemplate,
} from './mail-api.ts';
import { PreviewDialog } from './mail-preview.tsx';
import { useSharedForm } from '../../forms/use-shared-form.ts';

const sendingWords: StateWords = {
  pending: 'common.sending',
  complete: 'common.sent',
  error: 'common.notSent',
};

/** The text of one mail in both languages. Text typed in one language is kept while the other is shown. */
export function MailEditor({ versions }: { versions: readonly MailTemplate[] }) {
  const t = useText();
  const page = useLanguage();
  const [shown, setShown] = useState<Language>(page);
  return (
    <>
      <RadioCards
        name="language"
        label={t('settings.admin.email.templateLanguage')}
        choices={versions.map(({ language }) => ({
          value: language,
          label: <span lang={langOf[language]}>{ownName[language]}</span>,
        }))}
        value={shown}
        onChange={(value) => setShown(value === 'zh' ? 'zh' : 'en')}
        columns={2}
        low
      />
      <Notice>{t('settings.admin.email.noHealth')}</Notice>
      {versions.map((version) => (
        <div key={version.language} hidden={version.language !== shown} className={css.editor}>
          <WordsForm mail={version} />
        </div>
      ))}
    </>
  );
}

/** The form of a mail's text, and the actions on the typed text: save, preview and test. */
function useMailForm(mail: MailTemplate) {
  const { template, language, version, subject, body } = mail;
  const name = { template, language };
  const schema = mailTemplateForm({
    known: mail.values,
    inSubject: mail.subject_values,
    inBody: mail.body_values,
  });
  const { form, restart, ...saving } = useSharedForm(
    schema,
    { version, values: { subject, body } },
    (words, known) => saveTemplate(name, words, known),
    `${template}.${language}`,
  );
  const [preview, setPreview] = useState<MailPreview>();
  const [isSent, setSent] = useState(false);

  const unsent = <Result,>(work: (name: MailName, words: MailWords) => Promise<Result>) => {
    return (words: MailWords) => {
      setSent(false);
      return work(name, words);
    };
  };
  const look = useSubmit(form, unsent(previewTemplate), { resetMs: adminResetMs.send, onDone: setPreview });
  const test = useSubmit(form, unsent(sendTest), {
    resetMs: adminResetMs.send,
    onDone: () => setSent(true),
  });
  const ways = [saving, look, test];

  /** Runs an action with the present text; errors are shown at the fields. */
  const withWords = (submit: (words: MailWords) => Promise<void>) => (words: MailWords) => {
    for (const way of ways) way.clear();
    return submit(words);
  };
  return {
    form,
    problems: ways.flatMap(({ problems }) => problems),
    submit: withWords(saving.submit),
    saveState: saving.state,
    showPreview: () => void form.submit(withWords(look.submit))(),
    previewState: look.state,
    preview,
    closePreview: () => setPreview(undefined),
    mailTest: () => void form.submit(withWords(test.submit))(),
    testState: test.state,
    /** Whether the text was mailed to the user by the last test. */
    isSent,
    reset: async () => restart(await resetTemplate(name)),
  };
}

function WordsForm({ mail }: { mail: MailTemplate }) {
  const t = useText();
  const user = useSession();
  const { language } = mail;
  const editing = useMailForm(mail);
  const { preview } = editing;
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Form form={editing.form} onSubmit={editing.submit} problems={editing.problems} prefix={language}>
        <div lang={langOf[language]}>
          <WordsFields values={mail.values} />
        </div>
        <div className="acts">
          <Button type="submit" state={editing.saveState}>
            {t('common.save')}
          </Button>
          <Button
            variant="two"
            icon="eye"
            off={editing.previewState === 'pending'}
            onClick={editing.showPreview}
          >
            {t('settings.admin.email.preview')}
          </Button>
          <Button
            variant="two"
            icon="mail"
            state={editing.testState}
            words={sendingWords}
            onClick={editing.mailTest}
          >
            {t('settings.admin.email.test')}
          </Button>
          {mail.changed && (
            <Button variant="text" onClick={() => setAsking(true)}>
              {t('settings.admin.email.reset')}
            </Button>
          )}
        </div>
        <p role="status" className={css.sent}>
          {editing.isSent && user && t('settings.admin.email.testSent', { email: user.email })}
        </p>
      </Form>
      {preview && <PreviewDialog preview={preview} language={language} onClose={editing.closePreview} />}
      <ResetDialog open={asking} onClose={() => setAsking(false)} onReset={editing.reset} />
    </>
  );
}

/** Subject and body of a mail. `values` are the names in braces that the body may contain. */
function WordsFields({ values }: { values: readonly string[] }) {
  const t = useText();
  const hasButton = values.includes(buttonValue);
  return (
    <>
      <FormTextField
        name="subject"
        label={<Label>{t('settings.admin.email.templateSubject')}</Label>}
        autoComplete="off"
        required
      />
      <FormTextArea
        name="body"
        label={<Label>{t('settings.admin.email.templateBody')}</Label>}
        hint={
          <Label>
            {hasButton
              ? t('settings.admin.email.bodyHintButton', { button: `{${buttonValue}}` })
              : t('settings.admin.email.bodyHint')}
            {values.length > 0 && (
              <span className={css.values}>
                {t('settings.admin.email.templateValues', { list: valueList(values) })}
              </span>
            )}
          </Label>
        }
        rows={14}
        required
      />
    </>
  );
}

/** Label in the page's language beside text in the language of a mail. */
function Label({ children }: { children: React.ReactNode }) {
  return <span lang={langOf[useLanguage()]}>{children}</span>;
}

type ResetDialogProps = { open: boolean; onClose: () => void; onReset: () => Promise<void> };

/** Asks for confirmation before customised text is deleted. */
function ResetDialog({ open, onClose, onReset }: ResetDialogProps) {
  const t = useText();
  const { run, state, problems } = useAction(onReset, { resetMs: adminResetMs.undo, onDone: onClose });
  return (
    <Modal
      open={open}
      onClose={onClose}
      role="alertdialog"
      title={t('settings.admin.email.reset')}
      lead={t('settings.admin.email.resetAsk')}
      foot={
        <>
          <Button state={state} onClick={() => void run()}>
            {t('settings.admin.email.reset')}
          </Button>
          <Button variant="two" onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      {problems.length > 0 && (
        <p className="err" role="alert">
          {t('error.serverError')}
        </p>
      )}
    </Modal>
  );
}

import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { mailSettingsForm } from '../../../domain/inputs/mail-template.ts';
import { mailTemplateList, mailTemplateRows } from '../../../domain/lists/definitions/mail-templates.ts';
import { langOf } from '../../app/language.ts';
import { useLanguage, useText } from '../../app/texts.tsx';
import { FormTextField } from '../../forms/form-fields.tsx';
import { Form } from '../../forms/form.tsx';
import { ListView } from '../../lists/list-view.tsx';
import { useList } from '../../lists/use-list.ts';
import { useRows } from '../../lists/use-rows.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { RowLink } from '../../ui/row.tsx';
import { Loaded } from '../../ui/messages/loaded.tsx';
import css from './mail-settings.module.css';
import { saveSender, useMailSettings, type AllMails, type MailTemplate, type Sender } from './mail-api.ts';
import { MailEditor } from './mail-editor.tsx';
import { SettingsFrame, SettingsGroup } from '../../app/layout/settings-frame.tsx';
import { useSharedForm, type Saved } from '../../forms/use-shared-form.ts';

/** Sender and text of the mails (SET-03, GAP-77). `?template=` opens one of them. */
export function Page(): ReactNode {
  const t = useText();
  const read = useMailSettings();
  const search: Record<string, unknown> = useSearch({ strict: false });
  return (
    <SettingsFrame title={t('settings.admin.email.title')} lead={t('settings.admin.email.lead')}>
      <Loaded read={read}>{(mails) => <Mails mails={mails} template={search['template']} />}</Loaded>
    </SettingsFrame>
  );
}

function Mails({ mails: { sender, templates }, template }: { mails: AllMails; template: unknown }) {
  const open = templates.filter((each) => each.template === template);
  if (open[0]) return <OneMail key={open[0].template} versions={open} />;
  return (
    <>
      <SenderForm sender={sender} />
      <MailList templates={templates} />
    </>
  );
}

function SenderForm({ sender: { version, ...values } }: { sender: Sender & { version: number } }) {
  const t = useText();
  const first: Saved<Sender> = { version, values };
  const { form, state, problems, submit } = useSharedForm(mailSettingsForm, first, saveSender);
  return (
    <section aria-labelledby="sender">
      <h2 id="sender" className={css.title}>
        {t('settings.admin.email.sender')}
      </h2>
      <Form form={form} onSubmit={submit} problems={problems}>
        <FormTextField
          name="sender_name"
          label={t('settings.admin.email.senderName')}
          autoComplete="off"
          required
        />
        <FormTextField
          name="reply_to"
          type="email"
          label={t('settings.admin.email.replyTo')}
          hint={t('settings.admin.email.replyToHint')}
          optional={t('common.optional')}
          autoComplete="off"
        />
        <Button type="submit" state={state}>
          {t('common.save')}
        </Button>
      </Form>
    </section>
  );
}

/** All mails by their original subject, which identifies their purpose. */
function MailList({ templates }: { templates: readonly MailTemplate[] }) {
  const t = useText();
  const language = useLanguage();
  const state = useList(mailTemplateList);
  const changed = new Set(templates.filter((each) => each.changed).map((each) => each.template));
  const named = templates.filter((each) => each.language === language);
  const read = useRows(state, named, mailTemplateRows(changed));
  return (
    <SettingsGroup title={t('settings.admin.email.templates')} lead={t('settings.admin.email.templatesLead')}>
      <ListView
        state={state}
        read={read}
        filters={{
          search: { label: t('settings.admin.email.search') },
          show: { label: t('common.show'), values: { changed: t('settings.admin.email.changed') } },
        }}
      >
        {(rows) => (
          <ul className={css.list}>
            {rows.map(({ template, original_subject }) => (
              <li key={template}>
                <RowLink
                  to="/admin/settings/email"
                  search={(before) => ({ ...before, template })}
                  icon="mail"
                  note={changed.has(template) && t('settings.admin.email.changed')}
                >
                  {original_subject}
                </RowLink>
              </li>
            ))}
          </ul>
        )}
      </ListView>
    </SettingsGroup>
  );
}

function OneMail({ versions }: { versions: readonly MailTemplate[] }) {
  const t = useText();
  const language = useLanguage();
  const named = versions.find((each) => each.language === language) ?? versions[0];
  return (
    <section aria-labelledby="mail">
      <p className={css.back}>
        <Link to="/admin/settings/email" search={(before) => ({ ...before, template: undefined })}>
          {t('settings.admin.email.all')}
        </Link>
      </p>
      <h2 id="mail" className={css.title} lang={named && langOf[named.language]}>
        {named?.original_subject}
      </h2>
      <MailEditor versions={versions} />
    </section>
  );
}

import { fullName } from '../../../../domain/names.ts';
import { useRef, useState, type ReactNode } from 'react';
import { isRename, providerProfileForm, states } from '../../../../domain/inputs/organisation/provider.ts';
import type { TextKey } from '../../../../domain/i18n/texts.ts';
import { roleOf, type SessionUser } from '../../../app/person.ts';
import { useSession } from '../../../app/session.tsx';
import { useText } from '../../../app/texts.tsx';
import { FormTextField } from '../../../forms/form-fields.tsx';
import { FormSelectField } from '../../../forms/more-fields.tsx';
import { Form } from '../../../forms/form.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { Notice } from '../../../ui/messages/notice.tsx';
import { Loaded } from '../../../ui/messages/loaded.tsx';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import { StubNotice } from '../stub-notice.tsx';
import { useConfirmed } from '../undo.ts';
import { LogoField } from './logo-field.tsx';
import { saveProvider, useProvider, wordsOf, type Provider } from './provider-api.ts';
import css from './provider-base.module.css';
import { SettingsFrame, SettingsGroup } from '../../../app/layout/settings-frame.tsx';
import { useSharedForm } from '../../../forms/use-shared-form.ts';

/** Details of a provider (SET-02, GAP-77), read-only for staff who may not manage all of it. */
export function Page(): ReactNode {
  const t = useText();
  const user = useSession();
  return (
    <SettingsFrame title={t('settings.provider.base.title')} lead={t('settings.provider.base.lead')}>
      {user?.provider_id && <OwnProvider user={user} id={user.provider_id} />}
    </SettingsFrame>
  );
}

/** The server checks it again (GAP-100). */
const mayChangeIt = (user: SessionUser) =>
  roleOf(user) === 'provideradmin' && user.permission_role.can_manage_all;

/** Whether the provider lacks details that the form requires (GAP-91). */
const lacksDetails = ({ address, state, postcode, location, phone_number }: Provider) =>
  [address, state, postcode, location, phone_number].some((each) => !each);

function OwnProvider({ user, id }: { user: SessionUser; id: string }) {
  const mayChange = mayChangeIt(user);
  return (
    <Loaded read={useProvider(id)}>
      {(provider) => (
        <>
          {mayChange && lacksDetails(provider) && (
            <div className={css.stub}>
              <StubNotice provider={provider.name} />
            </div>
          )}
          <LogoField provider={provider} mayChange={mayChange} />
          {mayChange ? <ProviderForm provider={provider} /> : <ProviderFacts provider={provider} />}
          <ContactPerson provider={provider} />
        </>
      )}
    </Loaded>
  );
}

/** The form of the details. A save that changes only the name is confirmed with Undo. */
function useProfileForm(provider: Provider) {
  const t = useText();
  const { id } = provider;
  const [before, setBefore] = useState(() => wordsOf(provider));
  const saved = useRef(before);
  const { adopt, ...form } = useSharedForm(
    providerProfileForm,
    before,
    async (words, version) => (saved.current = await saveProvider(id, words, version)),
    '',
    { onDone: confirmRename },
  );
  const confirmed = useConfirmed({ provider: before.values, onDone: () => undefined });

  function confirmRename() {
    const now = saved.current;
    setBefore(now);
    if (!isRename(before.values, now.values)) return;
    const names = { before: before.values.name, provider: now.values.name };
    confirmed(t('providers.renamed', names), async () => {
      const undone = await saveProvider(id, before.values, now.version);
      setBefore(undone);
      adopt(undone, now.values);
    });
  }

  return form;
}

function ProviderForm({ provider }: { provider: Provider }) {
  const t = useText();
  const { form, state, problems, submit } = useProfileForm(provider);
  return (
    <Form form={form} onSubmit={submit} problems={problems}>
      <FormTextField
        name="name"
        label={t('settings.provider.base.name')}
        autoComplete="organization"
        required
      />
      <AddressFields />
      <FormTextField
        name="phone_number"
        type="tel"
        label={t('settings.provider.base.phone')}
        autoComplete="tel"
        required
      />
      <FormTextField
        name="email"
        type="email"
        label={t('settings.provider.base.email')}
        optional={t('common.optional')}
        autoComplete="email"
      />
      <Button type="submit" state={state}>
        {t('common.save')}
      </Button>
    </Form>
  );
}

function AddressFields() {
  const t = useText();
  return (
    <>
      <FormTextField
        name="address"
        label={t('settings.provider.base.address')}
        autoComplete="street-address"
        required
      />
      <FormTextField
        name="location"
        label={t('settings.provider.base.location')}
        autoComplete="address-level2"
        required
      />
      <div className="grid2">
        <FormSelectField
          name="state"
          label={t('settings.provider.base.state')}
          empty=""
          autoComplete="address-level1"
          choices={states.map((name) => ({ value: name, label: name }))}
          required
        />
        <FormTextField
          name="postcode"
          label={t('settings.provider.base.postcode')}
          inputMode="numeric"
          autoComplete="postal-code"
          width="short"
          required
        />
      </div>
    </>
  );
}

const facts = [
  ['name', 'settings.provider.base.name'],
  ['address', 'settings.provider.base.address'],
  ['location', 'settings.provider.base.location'],
  ['state', 'settings.provider.base.state'],
  ['postcode', 'settings.provider.base.postcode'],
  ['phone_number', 'settings.provider.base.phone'],
  ['email', 'settings.provider.base.email'],
] as const satisfies readonly (readonly [keyof Provider, TextKey])[];

/** The details as text, for staff who may only read them. */
function ProviderFacts({ provider }: { provider: Provider }) {
  const t = useText();
  return (
    <>
      <Notice>{t('settings.provider.base.readOnly')}</Notice>
      <dl className={`facts ${css.facts}`}>
        {facts.map(([field, label]) => (
          <div key={field}>
            <dt>{t(label)}</dt>
            <dd>{provider[field] ? <OwnWords>{provider[field]}</OwnWords> : t('common.noneValue')}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** Contact person of the provider. Only a TLC admin can change it (PROV-24, PROV-25). */
function ContactPerson({ provider: { contact } }: { provider: Provider }) {
  const t = useText();
  const name = contact ? fullName(contact) : '';
  return (
    <SettingsGroup title={t('settings.provider.base.contact')}>
      <p className={css.contact}>
        {contact ? <OwnWords>{name || contact.email}</OwnWords> : t('settings.provider.base.contactNone')}
      </p>
      <p className="small quiet">{t('settings.provider.base.contactNote')}</p>
    </SettingsGroup>
  );
}

import { useEffect, useId, useRef, useState } from 'react';
import { medicareForm } from '../../../domain/inputs/profile.ts';
import type { SessionUser } from '../../app/person.ts';
import { useText } from '../../app/texts.tsx';
import { Form } from '../../forms/form.tsx';
import { FormTextField } from '../../forms/form-fields.tsx';
import { useZodForm } from '../../forms/use-zod-form.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { useSubmit } from '../../forms/use-submit.ts';
import { OwnWords } from '../../ui/words/own-words.tsx';
import { saveProfile, type OwnProfile } from './profile-api.ts';
import css from '../../app/layout/settings.module.css';

const resetMs = 2500;

/** The read-only address; the end of the Medicare number; the care provider. */
export function AccountFacts({ user, profile }: { user: SessionUser; profile: OwnProfile }) {
  const t = useText();
  const [changing, setChanging] = useState(false);
  const { medicare_last3: last3, has_medicare: kept } = profile;
  const hidden = kept ? t('settings.profile.medicareKept') : t('common.noneValue');
  const changeId = useId();
  const wasChanging = useRef(false);
  useEffect(() => {
    if (wasChanging.current && !changing) document.getElementById(changeId)?.focus();
    wasChanging.current = changing;
  }, [changing, changeId]);
  return (
    <dl className={`facts ${css.facts}`}>
      <div>
        <dt>{t('settings.profile.email')}</dt>
        <dd>
          {user.email}
          <p className="small quiet">{t('settings.profile.emailNote')}</p>
        </dd>
      </div>
      <div>
        <dt>{t('settings.profile.medicare')}</dt>
        <dd>
          {changing ? (
            <MedicareForm onDone={() => setChanging(false)} />
          ) : (
            <div className={css.shown}>
              <span>{last3 ? t('settings.profile.medicareHidden', { last3 }) : hidden}</span>
              <Button
                id={changeId}
                variant="text"
                aria-label={`${t(kept ? 'common.change' : 'common.add')}: ${t('settings.profile.medicare')}`}
                onClick={() => setChanging(true)}
              >
                {t(kept ? 'common.change' : 'common.add')}
              </Button>
            </div>
          )}
        </dd>
      </div>
      <div>
        <dt>{t('settings.profile.provider')}</dt>
        <dd>
          {user.provider ? <OwnWords>{user.provider.name}</OwnWords> : t('common.noneValue')}
          {user.provider?.logo && <img className={css.providerLogo} src={user.provider.logo} alt="" />}
        </dd>
      </div>
    </dl>
  );
}

/** Form for a new Medicare number. The old one is never shown, so the field begins empty; saving it empty removes the number. */
function MedicareForm({ onDone }: { onDone: () => void }) {
  const t = useText();
  const form = useZodForm<{ medicare_number: string }, { medicare_number: string }>(medicareForm, {
    medicare_number: '',
  });
  const { submit, state, problems } = useSubmit(
    form,
    (values: { medicare_number: string }) => saveProfile(values),
    { texts: { existingMedicareNumber: ({ fields }) => fields }, resetMs, onDone },
  );
  return (
    <Form form={form} onSubmit={submit} problems={problems} prefix="medicare">
      <FormTextField
        name="medicare_number"
        label={t('settings.profile.medicareNew')}
        hint={t('settings.profile.medicareNewHint')}
        inputMode="numeric"
        autoComplete="off"
        width="date"
        autoFocus
      />
      <div className="acts">
        <Button type="submit" state={state}>
          {t('settings.profile.save')}
        </Button>
        <Button variant="two" onClick={onDone}>
          {t('common.cancel')}
        </Button>
      </div>
    </Form>
  );
}

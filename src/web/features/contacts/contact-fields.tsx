import { relationships, relationshipKey } from '../../../domain/accounts/relationships.ts';
import type { Translate } from '../../../domain/i18n/texts.ts';
import { inVoice } from '../../../domain/questionnaire/reading/present.ts';
import { FormTextField } from '../../forms/form-fields.tsx';
import { FormSelectField, FormYesNo } from '../../forms/more-fields.tsx';
import { useReading } from '../../plan-view/reading.tsx';

/** A required yes or no; null before the choice. */
type Choice = boolean | null;

/** Typed facts about a contact. */
export type ContactValues = {
  name: string;
  relationship: string;
  email: string;
  phone: string;
  substitutedDecisionMaker: Choice;
  enduringGuardian: Choice;
};

export const noContact: ContactValues = {
  name: '',
  relationship: '',
  email: '',
  phone: '',
  substitutedDecisionMaker: null,
  enduringGuardian: null,
};

type ContactFieldsProps = {
  /** Reason why the address cannot be changed (TC-19). */
  emailFixed?: string;
  emailHint?: string;
};

const relationshipChoices = (t: Translate) =>
  relationships.map((value) => {
    const key = relationshipKey(value);
    return { value, label: key ? t(key) : value };
  });

/** Fields about a contact (GAP-69). */
export function ContactFields({ emailFixed, emailHint }: ContactFieldsProps) {
  const reading = useReading();
  const { t } = reading;
  return (
    <div className="grid2">
      <FormTextField name="name" label={t('contact.name.label')} autoComplete="off" required />
      <FormSelectField
        name="relationship"
        label={inVoice(reading, 'contact.relationship.label', 'contact.relationship.labelOnBehalf')}
        empty=""
        choices={relationshipChoices(t)}
        required
      />
      <FormTextField
        name="email"
        label={t('contact.email.label')}
        hint={emailFixed ?? emailHint ?? t('contact.email.hint')}
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        disabled={emailFixed !== undefined}
        required
      />
      <FormTextField
        name="phone"
        label={t('contact.phone.label')}
        hint={t('contact.phone.hint')}
        type="tel"
        autoComplete="off"
        required
      />
      <FormYesNo
        name="substitutedDecisionMaker"
        label={inVoice(
          reading,
          'contact.substitutedDecisionMaker.label',
          'contact.substitutedDecisionMaker.labelOnBehalf',
        )}
        hint={inVoice(
          reading,
          'contact.substitutedDecisionMaker.hint',
          'contact.substitutedDecisionMaker.hintOnBehalf',
        )}
        low
        required
      />
      <FormYesNo
        name="enduringGuardian"
        label={inVoice(reading, 'contact.enduringGuardian.label', 'contact.enduringGuardian.labelOnBehalf')}
        hint={inVoice(reading, 'contact.enduringGuardian.hint', 'contact.enduringGuardian.hintOnBehalf')}
        low
        required
      />
    </div>
  );
}

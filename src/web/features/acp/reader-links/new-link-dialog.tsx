import { useState } from 'react';
import { defaultDays, linkDays } from '../../../../domain/health-links/health-link.ts';
import { healthLinkForm } from '../../../../domain/inputs/integrations/health-link.ts';
import { useText } from '../../../app/texts.tsx';
import { FormTextField } from '../../../forms/form-fields.tsx';
import { FormSelectField } from '../../../forms/more-fields.tsx';
import { Form } from '../../../forms/form.tsx';
import { useSubmit } from '../../../forms/use-submit.ts';
import { useZodForm } from '../../../forms/use-zod-form.ts';
import { Button, type StateWords } from '../../../ui/buttons/button.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { LinkCode } from './link-code.tsx';
import { useMakeLink, type MadeLink } from './links-api.ts';
import css from './reader-links.module.css';

const words: StateWords = {
  pending: 'healthLink.making',
  complete: 'common.saved',
  error: 'common.tryAgain',
};

type NewLinkDialogProps = { person: string; onClose: () => void };

/** Asks for whom a link is and for how long it works, then shows it with its passcode. */
export default function NewLinkDialog({ person, onClose }: NewLinkDialogProps) {
  const t = useText();
  const [made, setMade] = useState<MadeLink>();
  if (!made)
    return (
      <Modal open onClose={onClose} width={680} title={t('healthLink.new.title')}>
        <NewLinkForm onMade={setMade} onClose={onClose} />
      </Modal>
    );
  return (
    <Modal
      open
      // Escape would close the only view of the passcode.
      mustChoose
      onClose={onClose}
      width={680}
      title={t('healthLink.made.title', { reader: made.reader })}
      foot={
        <Button variant="two" onClick={onClose}>
          {t('healthLink.done')}
        </Button>
      }
    >
      <p>{t('healthLink.made.both', { reader: made.reader })}</p>
      <p className={css.once}>{t('healthLink.made.once')}</p>
      <LinkCode person={person} link={made} passcode={made.passcode} />
    </Modal>
  );
}

function NewLinkForm({ onMade, onClose }: { onMade: (made: MadeLink) => void; onClose: () => void }) {
  const t = useText();
  const form = useZodForm(healthLinkForm, { reader: '', days: defaultDays }, 'reader-link');
  const { submit, state, problems } = useSubmit(form, useMakeLink(), { resetMs: 2500, onDone: onMade });
  return (
    <Form form={form} onSubmit={submit} problems={problems} prefix="reader-link">
      <FormTextField
        name="reader"
        label={t('healthLink.reader.label')}
        hint={t('healthLink.reader.hint')}
        autoComplete="off"
        maxLength={100}
      />
      <FormSelectField
        name="days"
        label={t('healthLink.days.label')}
        choices={linkDays.map((value) => ({ value, label: t(`healthLink.days.${value}`) }))}
      />
      <div className="modalfoot">
        <Button type="submit" state={state} words={words} keepsRoom>
          {t('healthLink.make')}
        </Button>
        <Button variant="two" onClick={onClose}>
          {t('healthLink.cancel')}
        </Button>
      </div>
    </Form>
  );
}

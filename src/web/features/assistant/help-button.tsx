import { stateOfStep } from '../../../domain/assistant/assistant.ts';
import { useText } from '../../app/texts.tsx';
import { Button, type ButtonVariant } from '../../ui/buttons/button.tsx';
import { useAssistant } from './assistant-context.ts';

/** Icon that opens the assistant; nothing on a step without one (QBOT-04). */
export function HelpButton({ variant }: { variant: ButtonVariant }) {
  const t = useText();
  const { step, openFrom } = useAssistant();
  const state = stateOfStep(step);
  if (!state) return null;
  return (
    <Button
      variant={variant}
      icon="message-help"
      onClick={({ currentTarget }) => openFrom(state, currentTarget)}
    >
      {t('common.help')}
    </Button>
  );
}

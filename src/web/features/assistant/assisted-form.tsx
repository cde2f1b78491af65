import type { ComponentProps } from 'react';
import { useAssistant } from './assistant-context.ts';

/** A form of the questionnaire whose answers the assistant is told as they are given. */
export function AssistedForm(props: Omit<ComponentProps<'form'>, 'onChange'>) {
  const { onAnswer } = useAssistant();
  return <form noValidate {...props} onChange={onAnswer} />;
}

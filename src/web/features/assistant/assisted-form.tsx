import type { ComponentProps } from 'react';
import { useAssistant } from './assistant-context.ts';

/** Form of the questionnaire that reports its answers to the assistant as they are given. */
export function AssistedForm(props: Omit<ComponentProps<'form'>, 'onChange'>) {
  const { onAnswer } = useAssistant();
  return <form noValidate {...props} onChange={onAnswer} />;
}

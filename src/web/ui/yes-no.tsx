import type { ComponentProps } from 'react';
import { useText } from '../app/texts.tsx';
import { RadioCards } from './choices.tsx';

type YesNoProps = Omit<ComponentProps<typeof RadioCards>, 'choices' | 'columns'> & {
  /** What is stored for yes and for no. */
  values?: readonly [string, string] | undefined;
};

/** A question with the answers Yes and No. */
export function YesNo({ values = ['yes', 'no'], ...rest }: YesNoProps) {
  const t = useText();
  const [yes, no] = values;
  return (
    <RadioCards
      {...rest}
      columns={2}
      choices={[
        { value: yes, label: t('common.yes') },
        { value: no, label: t('common.no') },
      ]}
    />
  );
}

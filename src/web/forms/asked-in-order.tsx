import { Fragment, type ReactElement } from 'react';
import { inAskingOrder } from '../../domain/names.ts';
import { useLanguage } from '../app/texts.tsx';

/** Shows fields in the order of the language: in Chinese the family name first (D-43). Typed text moves with its field. */
export function AskedInOrder({ children }: { children: readonly ReactElement<{ name: string }>[] }) {
  return inAskingOrder(children, useLanguage(), ({ props }) => props.name).map((field) => (
    <Fragment key={field.props.name}>{field}</Fragment>
  ));
}

import { Fragment, type ReactElement } from 'react';
import { inAskingOrder } from '../../domain/names.ts';
import { useLanguage } from '../app/texts.tsx';

/** Fields in the order in which the language asks for them: in Chinese the family name first (D-43). What is typed moves along. */
export function AskedInOrder({ children }: { children: readonly ReactElement<{ name: string }>[] }) {
  return inAskingOrder(children, useLanguage(), ({ props }) => props.name).map((field) => (
    <Fragment key={field.props.name}>{field}</Fragment>
  ));
}

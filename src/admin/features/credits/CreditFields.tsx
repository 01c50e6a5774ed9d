import { useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { Span } from '../../kit/form/FormSection.tsx'
import { NumberInput } from '../../kit/inputs/NumberInput.tsx'
import { choicesOf, SelectInput } from '../../kit/inputs/SelectInput.tsx'
import { TextInput } from '../../kit/inputs/TextInput.tsx'
import { type Deal, isOneAtATime, periodsOf, typeChoices, typesOf } from './movement.ts'

interface CreditFieldsProps {
  deal: Deal
  /** A sale, and nothing to choose. */
  isTypeFixed: boolean
  /** Nothing may be changed. */
  isFixed: boolean
}

/** A period that the chosen type can be in: transfers are always in months. */
const PeriodInput = ({ deal, isFixed }: Pick<CreditFieldsProps, 'deal' | 'isFixed'>) => {
  const { setValue } = useFormContext()
  const [type, period]: unknown[] = useWatch({ name: ['type', 'period'] })
  const periods = periodsOf(type, deal)
  const [first] = periods
  const isOffered = periods.some((each) => each === period)
  useEffect(() => {
    if (!isOffered && first !== undefined) setValue('period', first)
  }, [isOffered, first, setValue])
  return <SelectInput source="period" label="Período" choices={choicesOf(periods)} disabled={isFixed} />
}

// On a phone a focused field calls up the keyboard, over the buttons that most sales need alone.
const hasKeyboard = (): boolean => window.matchMedia('(pointer: fine)').matches

/** The fields of a movement of credit. */
export const CreditFields = ({ deal, isTypeFixed, isFixed }: CreditFieldsProps) => (
  <>
    {isTypeFixed ? null : (
      <Span of={12}>
        <SelectInput source="type" label="Tipo" choices={typeChoices(typesOf(deal))} disabled={isFixed} />
      </Span>
    )}
    <Span of={6} phone={6}>
      <PeriodInput deal={deal} isFixed={isFixed} />
    </Span>
    <Span of={6} phone={6}>
      <NumberInput
        source="count"
        label="Cantidad"
        disabled={isFixed || isOneAtATime(deal)}
        autoFocus={hasKeyboard()}
        isReplaced
      />
    </Span>
    <Span of={12}>
      <TextInput source="description" label="Descripción" disabled={isFixed} />
    </Span>
  </>
)

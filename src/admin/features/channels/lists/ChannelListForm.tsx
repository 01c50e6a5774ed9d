import { CreationDateInput } from '../../../kit/form/CreationDateInput.tsx'
import { FormSection, Span } from '../../../kit/form/FormSection.tsx'
import { SwitchInput } from '../../../kit/inputs/SwitchInput.tsx'
import { TextInput } from '../../../kit/inputs/TextInput.tsx'

const OPTIONS = ['status', 'isAdult', 'children']

/** The fields of a channel list. */
export const ChannelListForm = () => (
  <FormSection title="Datos">
    <Span of={12}>
      <TextInput source="title" />
    </Span>
    <Span of={6}>
      <TextInput source="link" placeholder="https://…/lista.m3u" />
    </Span>
    <Span of={6}>
      <TextInput source="guideLink" placeholder="https://…/guia.xml" />
    </Span>
    <CreationDateInput />
    {OPTIONS.map((source) => (
      <Span key={source} of={3} phone={6}>
        <SwitchInput source={source} />
      </Span>
    ))}
  </FormSection>
)

import { CreationDateInput } from '../../forms/CreationDateInput.tsx'
import { FormSection, Span } from '../../forms/FormSection.tsx'
import { SwitchInput } from '../../inputs/SwitchInput.tsx'
import { TextInput } from '../../inputs/TextInput.tsx'

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

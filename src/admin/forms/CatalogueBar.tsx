import { BackButton, CancelButton, NewButton, SaveButton } from './buttons.tsx'
import { DeleteButton } from './DeleteButton.tsx'
import { BarSpace, FormBar, UnsavedCount } from './FormBar.tsx'

interface CatalogueBarProps {
  deletePrompt: (record: Record<string, unknown>) => string
}

/** The buttons of the shared edit pattern (specification, section 2). */
export const CatalogueBar = ({ deletePrompt }: CatalogueBarProps) => (
  <FormBar>
    <BackButton />
    <NewButton />
    <BarSpace />
    <UnsavedCount />
    <DeleteButton prompt={deletePrompt} />
    <CancelButton />
    <SaveButton />
  </FormBar>
)

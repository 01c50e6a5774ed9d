import { WithAside } from '../../../kit/form/FormSection.tsx'
import { FactsSection } from '../films/FactsSection.tsx'
import { FilmAside } from '../films/FilmAside.tsx'
import { LinksSection } from '../sections/LinksSection.tsx'
import { PlaceInputs } from './PlaceInputs.tsx'

/** The fields of an episode. */
export const EpisodeForm = () => (
  <WithAside aside={<FilmAside coverRatio="16 / 9" />}>
    <FactsSection>
      <PlaceInputs />
    </FactsSection>
    <LinksSection />
  </WithAside>
)

import { SPORT_GENRES } from '../../../../domain/contents/genres.ts'
import type { Link } from '../../../../domain/contents/link.ts'
import { SPORT_LINK_FLAGS, sportLinkSchema } from '../../../../domain/contents/sport.ts'
import { Tag } from '../../../kit/display/Tag.tsx'
import { Span } from '../../../kit/form/FormSection.tsx'
import { SwitchInput } from '../../../kit/inputs/SwitchInput.tsx'
import { FilmForm } from '../films/FilmForm.tsx'

const FLAGS = Object.entries(SPORT_LINK_FLAGS)

const flagTags = (link: Link) => {
  const flags = new Map(Object.entries(link))
  return FLAGS.filter(([flag]) => flags.get(flag) === true).map(([flag, label]) => (
    <Tag key={flag}>{label}</Tag>
  ))
}

const LINKS = {
  schema: sportLinkSchema,
  tags: flagTags,
  children: FLAGS.map(([flag, label]) => (
    <Span key={flag} of={3} phone={6}>
      <SwitchInput source={flag} label={label} />
    </Span>
  )),
}

/** The fields of a sport. */
export const SportForm = () => <FilmForm categoryType="DEPORTE" genres={SPORT_GENRES} links={LINKS} />

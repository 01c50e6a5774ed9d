const EYE = 'M2 12s3.5-7 10-7 10 7 10 7-3.5 7-10 7-10-7-10-7Zm7 0a3 3 0 1 0 6 0 3 3 0 1 0-6 0'

/** An eye, crossed out while the text is shown. No icon of Material UI, which the sign-in page does not load. */
export const EyeIcon = ({ isShown }: { isShown: boolean }) => (
  <svg viewBox="0 0 24 24" width="20" fill="none" stroke="currentColor" strokeWidth="1.8" aria-hidden="true">
    <path d={isShown ? `${EYE}M4 4l16 16` : EYE} />
  </svg>
)

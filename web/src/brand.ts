/** What a white label replaces beside the colours of ui/tokens.css. */
export const brand = {
  title: 'Parley',
  line: 'One console for every conversation with your customers',
  slides: [
    { title: 'Reach everyone at once', text: 'Send a template to a group, and watch it be sent, delivered and read.' },
    { title: 'Know who you talk to', text: 'Bring your customers in from a CSV, with the fields that matter to you.' },
    { title: 'See it happen', text: 'Counts and progress change as they change, on every screen that shows them.' },
  ],
} as const

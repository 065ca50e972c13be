/** Every constant of the specification and every bound of ours, each in one place. Units are in the names. */
export const limits = {
  // lists
  customersPage: 10,
  customerPickerPage: 15,
  uploadsPage: 10,
  uploadErrorsPage: 15,
  broadcastsPage: 20,
  channelsPage: 20,
  messagesPage: 20,
  maxPage: 200,
  search: 100,
  searchDebounceMs: 300,
  searchBoxDebounceMs: 500,

  // names and fields
  name: 100,
  standardNameMin: 2,
  standardNameMax: 30,
  standardPhoneMin: 10,
  standardPhoneMax: 100_000,
  fieldDefinitions: 100,
  fieldLabel: 100,
  fieldHelp: 500,
  fieldOptions: 10_000,
  fieldValue: 100_000,
  groupsAndTags: 1_000,
  socialField: 200,
  mapAtOnce: 10_000,

  // files
  uploadBytes: 2 * 1024 ** 3,
  mediaBytes: { IMAGE: 5 * 1024 ** 2, VIDEO: 16 * 1024 ** 2, DOC: 100 * 1024 ** 2 },
  fileName: 255,
  fileNameShown: 30,
  csvColumns: 500,
  csvHeaderChars: 1_000,
  csvLineChars: 1_000_000,
  csvPreviewRows: 10,
  csvRows: 10_000_000,
  /** how much of a refused line is kept */
  csvErrorLineChars: 2_000,
  /** refused lines that are kept for the error list; the count goes on beyond it */
  csvErrorsKept: 100_000,

  // broadcasts
  broadcastDefaultDays: 7,
  typedNumbers: 10_000,
  phoneBookPicks: 10_000,
  broadcastPhoneMin: 10,
  variableValue: 1_024,
  laneBatch: 500,
  laneConcurrency: 40,
  sendsPerSecond: 80,
  leaseMs: 30_000,
  unknownAfterHours: 72,
  sendTries: 5,

  // templates (specification, 002 section 9)
  templateHeader: 60,
  templateBody: 1_024,
  templateFooter: 60,
  quickButton: 25,
  actionButton: 25,
  cardBody: 160,
  limitedTimeOffer: 15,
  carouselButtons: 2,
  carouselIntervalMs: 4_000,

  // accounts
  password: 8,
  passwordMax: 200,
  sessionHours: 12,
  sessionsPerUser: 20,
  captchaMinutes: 5,
  signInTriesPerAccount: 10,
  signInTriesPerAddress: 50,
  signInWindowMinutes: 15,
  loginAppId: 'MOC',

  // HTTP
  bodyBytes: 1024 ** 2,
  webhookBytes: 3 * 1024 ** 2,
  callsPerMinute: 1_200,
  publicCallsPerMinute: 120,
  webhooksPerMinute: 100_000,
  idempotencyHours: 24,

  // socket
  heartbeatMs: 30_000,
  missedPongs: 2,
  reconnectFirstMs: 2_000,
  reconnectMs: 3_000,
  socketAuthMs: 5_000,
  invalidTokenClose: 4001,
  coalesceMs: 100,
  progressPerSecond: 4,
  socketBufferBytes: 1024 ** 2,
  /** what one message of a client may weigh */
  socketMessageBytes: 64 * 1024,
  /** on average over ten seconds; heartbeats count */
  socketMessagesPerSecond: 20,
  /** for a runaway script: a person has a few tabs */
  socketsPerUser: 1_000,
  /** a whole office may come from one address */
  socketsPerAddress: 10_000,
  /** how often sessions and permissions of all sockets are read again: what was taken away is unheard within 5 s */
  socketRecheckMs: 4_000,
  /** what has not closed by then is cut */
  socketCloseMs: 3_000,

  // toasts
  toastMs: 6_000,
  toastErrorMs: 8_000,
} as const

const base = '/customer-master'

/** Addresses of the screens of this area. */
export const places = {
  customers: `${base}/customers`,
  createCustomer: `${base}/customers/create`,
  customer: <Id extends string>(id: Id) => `${base}/customers/view/${id}` as const,
  attributes: `${base}/definition`,
  addAttribute: `${base}/definition/add`,
  attribute: (id: string) => `${base}/definition/add?id=${id}`,
  upload: `${base}/uploadfile`,
  uploadToGroup: <Id extends string>(id: Id) => `${base}/uploadfile/groupId/${id}` as const,
  uploadToLabel: <Id extends string>(id: Id) => `${base}/uploadfile/${id}` as const,
  uploads: `${base}/uploads`,
  errors: <Id extends string>(uploadId: Id) => `${base}/error/${uploadId}` as const,
} as const

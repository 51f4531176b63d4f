/** Labels carry one of these formats. */
export const barcodeFormats = ['code_128', 'code_39', 'qr_code', 'data_matrix'] as const;

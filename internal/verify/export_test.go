package verify

// ParsePayload is parsePayload.
var ParsePayload = parsePayload

// PayloadLine is a line of payloads as [payloadReader] reads it.
type PayloadLine struct {
	ID                         string
	Seq                        uint64
	Gone, Damaged              bool
	Content                    string
	Salt, Details, DetailsSalt string
}

// ReadPayloadLine reads a line of payloads; false for one in another form.
func ReadPayloadLine(line []byte) (PayloadLine, bool) {
	l, ok := new(payloadReader).read(line)
	return PayloadLine{ID: string(l.id), Seq: l.seq, Gone: l.gone, Damaged: l.damaged, Content: string(l.content),
		Salt: string(l.salt), Details: string(l.details), DetailsSalt: string(l.detailsSalt)}, ok
}

package models_test

import (
	"testing"

	"github.com/kaibo-dev/kaibo/internal/cloud"
	"github.com/kaibo-dev/kaibo/internal/cloud/models"
	"github.com/kaibo-dev/kaibo/internal/structure/model"
)

func TestOpen(t *testing.T) {
	t.Setenv("AWS_REGION", "eu-central-1")
	for name, want := range map[string]string{"": "", "amazon.nova-micro-v1:0": "bedrock:amazon.nova-micro-v1:0"} {
		d, err := cloud.Open(t.Context(), cloud.Config{Model: name})
		if err != nil {
			t.Fatal(err)
		}
		m, err := models.Open(d)
		if err != nil || (m != nil) != (want != "") || m != nil && (m.Name() != want || m.Loopback()) {
			t.Errorf("%q makes %v, %v", name, m, err)
		}
	}
	t.Setenv(model.InputPriceVar, "cheap")
	d, err := cloud.Open(t.Context(), cloud.Config{Model: "m"})
	if err != nil {
		t.Fatal(err)
	}
	if m, err := models.Open(d); err == nil {
		t.Errorf("a price that cannot be read makes %v", m)
	}
}

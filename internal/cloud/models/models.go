// Package models gives the structuring function its model: one on Amazon
// Bedrock, named by the environment. It is apart from package cloud so that no
// other function links the SDK of Bedrock; those tell of the model by
// [cloud.Config] alone.
//
//	m, err := models.Open(d)
//	w.Model = m // nil where the template names none
package models

import (
	"fmt"
	"os"

	"github.com/kaibo-dev/kaibo/internal/cloud"
	"github.com/kaibo-dev/kaibo/internal/structure"
	"github.com/kaibo-dev/kaibo/internal/structure/model"
	"github.com/kaibo-dev/kaibo/internal/structure/model/bedrock"
)

// Open makes the model that the deployment names; nil when it names none. It
// makes no request.
func Open(d *cloud.Deployment) (structure.Model, error) {
	if d.Config.Model == "" {
		return nil, nil //nolint:nilnil // no model is no error
	}
	s, err := model.ReadSettings(os.LookupEnv)
	if err != nil {
		return nil, fmt.Errorf("read the model's settings: %w", err)
	}
	p := bedrock.New(d.AWS(), bedrock.Options{Model: d.Config.Model, Timeout: s.Timeout})
	return &model.Model{Provider: p, Prices: s.Prices}, nil
}
